import { vocabulary } from './words.ts';

// Words of prompt injection, in the languages that mail comes in most. Imperatives only: "the assistant ignores its
// rules" tells of something, "ignore your rules" asks for it.

export const override = vocabulary(
  'ignore disregard forget override bypass skip dismiss abandon discard neglect',
  'ignoriere ignorieren vergiss vergessen missachte verwirf uberschreibe umgehe',
  'ignora ignore ignorar ignoren olvida olvide olviden olvidate descarta anula omite',
  'ignorez oublie oubliez neglige negligez contourne',
  'dimentica ignorate dimenticate trascura esqueca esquece desconsidere desconsidera',
  'negeer vergeet zignoruj ignoruj pomin zapomnij',
  'игнорируй игнорируйте проигнорируй проигнорируйте забудь забудьте',
  'ignorera glom ignorer glem ignorirai zanemari zaboravi ignorisi забрави игнорирай puuza abaikan',
);

export const prior = vocabulary(
  'all any every everything previous previously prior earlier above preceding former original existing your old older past initial current safety system these',
  'alle allen bisherigen vorherigen vorigen fruheren deine deiner obigen ursprunglichen ihre',
  'todas todos anteriores previas previos tus sus vuestras',
  'toutes tous precedentes precedents anterieures tes vos initiales',
  'tutte tutti precedenti tue vostre suas seus quaisquer',
  'eerdere vorige bovenstaande jouw vsechny predchozi wszystkie poprzednie wczesniejsze',
  'все всё предыдущие прежние прошлые tidigare alla onceki tum toate anterioare precedente sve prethodne всички предишни предходни tidligere alle semua sebelumnya',
);

export const instructions = vocabulary(
  'instruction instructions prompt prompts rule rules guideline guidelines directive directives constraint constraints programming policy policies safeguards restrictions training orders',
  'anweisung anweisungen regeln vorgaben befehle instruktionen richtlinien',
  'instrucciones reglas indicaciones directrices ordenes',
  'consignes regles directives',
  'istruzioni regole direttive instrucoes regras diretrizes',
  'opdracht opdrachten aufgabe aufgaben instructies regels pokyny polecenia instrukcje zasady инструкции указания правила команды talimatlari talimatlar instruktioner instrukser instructiunile regulile upute uputstva нареждания arahan',
);

/** After these, "instructions" are about something of the human world: on length, for delivery, that I sent. */
export const specifies = vocabulary(
  'on about for regarding concerning in from i we of that which to at sent zur zum fur uber zu von im sobre del para pour sur sull per over voor nela nele darin daarin therein',
);
/** One mail that is to be forgotten, with what it said: a correction. */
export const oneMessage = vocabulary(
  'message email mail letter nachricht mensaje mensagem correo courriel messaggio bericht mejl wiadomosc письмо лист',
);
export const ownedByWriter = vocabulary(
  'my our mine meine unsere mi nuestra nos mon notre mes mio nostre minha meu mijn onze min mitt moj moja moje mein benim',
);

/** Words of those who write about attacks. */
export const reported = vocabulary(
  'attacker attackers attack attacks research researcher researchers paper article words phrase phrases regex showed shown angreifer ataques attaques',
);

/** "How do you stop users from asking …": told of others, not asked of the reader. */
export const askedByOthers = vocabulary('asking users stop stops prevent prevents tried disclosed leaked');

export const negation = vocabulary(
  'not never no dont don cannot without nicht nie nunca jamais ne non nao niet should',
);

export const machine = vocabulary(
  'ai llm llms chatbot chatbots gpt chatgpt claude gemini copilot ki ia bots classifier summarizer',
);
/** Machines in this context, people in others. */
export const helper = vocabulary(
  'assistant assistants agent agents bot model models assistent asistente assistente',
);

/** Before these, an assistant is a person. */
export const human = vocabulary(
  'teaching dental research sales legal nursing personal office executive travel estate insurance booking support medical store shop',
);

export const reading = vocabulary(
  'reading processing handling parsing summarizing summarising analyzing analysing reviewing scanning triaging managing',
);
export const summarise = vocabulary(
  'summarize summarise summarizing summarising summary process processing read reading classify analyze translate',
);

export const disclose = vocabulary(
  'reveal show print repeat output display disclose list recite leak dump expose state',
  'zeige verrate nenne muestra revela imprime affiche montre revele mostra mostre exiba rivela toon pokaz покажи выведи goster',
);
export const secretText = vocabulary(
  'system hidden initial original secret internal systeme sistema systemprompt your tus tes deine',
);
export const promptWords = vocabulary(
  'prompt prompts instruction instructions message rules configuration systemprompt consignes instrucciones anweisungen istruzioni instrucoes',
);

export const handOver = vocabulary(
  'reply answer forward send email share export transfer post upload leak include copy give delete release grant wire list',
  'sende sendet leite leitet schicke weiterleiten envia envie reenvia reenvie envoie envoyez transfere transferez invia inoltra rispondi encaminhe',
  'stuur verstuur przeslij wyslij перешли отправь ilet gonder',
  'wire delete list leitet transfere transfère reenvía reenvia skicka preposli posli перешлите надiшли надішли пересли antworte respond envie mostra muestra',
);
export const valuables = vocabulary(
  'contact inbox mailbox password passwords credentials contacts calendar emails mails mail token tokens secrets keys key money code codes access messages links full',
  'postfach postfachs passworter mails bandeja claves contrasenas correos boite messages motdepasse posta caixa',
  'wachtwoorden postvak zawartosc skrzynki письма пароли postalari',
  'contents attachment attachments tools eur usd bitcoin inhalt inhalte contrasena messages senhas hasla skrzynke schranku hesla mejl mejlen losenord листи листы паролi паролі password correo',
);

export const conceal = vocabulary(
  'tell vertellen dire decir dizer sagen mowienia mowiac chiedere pedir preguntar demander vragen bevestiging mention inform notify alert telling mentioning informing notifying alerting asking ask confirm confirmation approval avisar informar prevenir warnen fragen',
);
export const principal = vocabulary(
  'user users owner operator human them principal him her accountant administrator usuario utilisateur nutzer benutzer',
);
export const without = vocabulary('without sin sans ohne senza sem zonder');
