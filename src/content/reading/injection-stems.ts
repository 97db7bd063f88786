import { askedByOthers, oneMessage } from './injection-words.ts';
import { any, has, steps } from './weighed.ts';
import { fold, inOrder, type Text, vocabulary } from './words.ts';

// Orders to a machine in the endings and word orders of some twenty languages: stems instead of words, so that what is
// conjugated, declined or put behind its noun is met as well. `injection-signals.ts` weighs what is found here.

const drop = vocabulary(
  'ignore disregard forget override bypass skip dismiss abandon discard neglect suspend unlearn drop',
  'ignorier* vergiss vergesst missacht* verwirf* verwerf* ubergeh* ausblend*',
  'ignora ignorar ignoren ignorez ignori ignorad ignorem olvid* descart* anul* omit* prescind* esquec* esquece* desconsider* descarte* dimentic* trascur* tralasci* scord* oubli* neglig* contourn* omett*',
  'negeer* ignorera vergeet* bortse glom* ignorer* glem* bagatellis* unohda* jata sivuuta* ohita zanemar* ignorira* ignorisi* zaborav* забрав* ignorirai*',
  'zignoruj* ignoruj* zapomn* zapomen* pomin* pomij* odrzuc* nezohlednuj* neber* игнорир* проигнорир* забуд* отбрось* iгнору* ігнор* проiгнор* проігнор* забудь* вiдкинь*',
  'unut* yoksay* αγνοη* ξεχασ* hagyd mellozd felejts* abaikan lupakan',
);
/** "Lass … außer Acht", "set aside …", "fais abstraction de …": verbs in two parts. */
const letGo = vocabulary('lass lasst lassen leg legt');
const away = vocabulary('acht beiseite weg');
const setAside = vocabulary('aside abstraction caso cuenta compte fi achterwege');
const follow = vocabulary(
  'follow* obey* heed* apply* use comply* adhere* folg* befolg* beacht* halt* sigas sigais hagas obedezcas segu* siga obedec* suiv* obei* tenir tiens tenez tienne respect* volg* gehoorza* folj* lyd* folg* nasleduj* sled* przestrzegaj* stosuj* sluchaj* nasluchuj* следуй* соблюдай* слушай* выполняй* дотримуйся* слухай* rid*',
);
const not = vocabulary(
  'not don dont never stop stopp cease quit no ne nicht nie keine non nunca jamais nao niet geen inte ikke ala nie ne не нi ні перестань хватит deja arrete arretez smetti pare hor* prestan*',
);
const given = vocabulary(
  'all any every previous* prior earlier above preceding former original existing your old past initial current safety system these other',
  'alle* bisherig* vorherig* vorig* fruher* dein* ursprunglich* obig* ihre',
  'tod* anterior* previ* tus sus tes vos tutt* precedent* prec* tue tuo vostr* suas seus initial* inicial* originale* tidiga* foregaende tidliger* aiem* aikaisem* kaikki',
  'eerder* vorige* bovenstaande jouw je predchozi* predchadz* vsech* wszystk* poprzedni* wczesniej* twoj* tvoj* tvoje swoich swych swoje vsechna все* всё предыдущ* прежн* прошл* тво* свои* усi усі всi всі попереднi* попередні* onceki* tum* προηγουμεν* ολες korabbi* osszes sebelumnya semua toate anterioar* precedent* sve prethodn* vsi prejsnj* предишн* всички предходн*',
);
const rules = vocabulary(
  'instruction* guidance prompt* guideline* directive* constraint* programming safeguard* restriction* training orders commands',
  'anweisung* vorgab* instruktion* richtlini* befehle* instrucc* directric* indicacion* consign* directiv* istruzion* direttiv* instruc* diretriz*',
  'instructiun* regul* uput* naputk* arahan* juhis* instrukcij* nurodym* нареждан* pravil* kural* instructie* pokyn* polecen* instrukc* zasad* pravidl* правил* wytyczn* инструкц* указан* iнструкц* інструкц* вказiвк* вказівк* talimat* yonerge* instruktion* instruks* ohje* οδηγι* εντολ* utasitas* instruksi* perintah*',
);
/** Instructions that the reader follows anyway: those that somebody else gave to people are dropped every day. */
const yours = vocabulary(
  'your dein* deiner tus tes vos tuoi tue vostre suas seus jouw je twoi* tvoj* tvy* swoj* svoj* тво* свои* ваши* dina dine',
);
/** "… that you were given": by whoever runs the reader. */
const told = vocabulary(
  'given received taught told recibid* recues ricevut* erhalten* tebe данные данi dostal* otrzyman*',
);
/** Where the verb stands at the end. */
const dropLast = vocabulary('unut* yoksay* gormezden mellozd felejts* hagyd');
const mine = vocabulary(
  'my our mine meine* unser* mi nuestr* nos mon notre mes mio nostr* minha* meu* mijn onze min mina moj* moje nase moi мо* наш* benim',
);
const reported = vocabulary(
  'attacker* attack* trick* research* paper article example* word words phrase* regex showed shown angreif* ataque* attaqu*',
);
const relative = vocabulary('that who which die der das que qui che som кто которые które');
const unable = vocabulary(
  'i we they could couldn can cannot unable failed did didn if why who employees pupils students',
);
const about = vocabulary(
  'on about for regarding concerning in from we of that which to at sent zur zum fur uber zu von sobre del para pour sur per over voor dotycz* по для о nela nele darin daarin therein zawart*',
);

/** The words of its sentence before a place, nearest first. */
function sentenceBefore({ tokens, sentenceOf }: Text, place: number, count: number): string[] {
  const words: string[] = [];
  for (let at = place - 1; at >= 0 && words.length < count && sentenceOf[at] === sentenceOf[place]; at -= 1)
    words.push(tokens[at]!);
  return words;
}

/** "Forget the instructions given before", "do not follow your rules any more", whatever stands first. */
export function dropsInstructions(text: Text): boolean {
  const places = [
    ...inOrder(text, 5, drop, given, rules),
    ...inOrder(text, 4, drop, rules, given),
    ...inOrder(text, 4, rules, dropLast),
    ...inOrder(text, 6, drop, rules, told),
    ...inOrder(text, 3, not, follow, yours, rules),
    ...inOrder(text, 3, not, follow, rules, yours),
    ...inOrder(text, 5, setAside, given, rules),
    ...inOrder(text, 4, setAside, rules, given),
    ...inOrder(text, 6, letGo, given, rules, away),
  ];
  return places.some((place) => {
    const next = text.tokens[place + 1] ?? '';
    const toReader = next === 'that' && text.tokens[place + 2] === 'you';
    if (about(next) && !toReader && rules(text.tokens[place]!)) return false;
    const words = sentenceBefore(text, place, 10);
    // The order is one clause, and not one about others: "models that forget their instructions".
    const verb = words.findIndex((each) => drop(each) || follow(each) || setAside(each) || letGo(each));
    if (words.slice(0, Math.max(verb, 0)).some(oneMessage)) return false;
    if (words.slice(0, Math.max(verb, 0)).includes(',') || relative(words[verb + 1] ?? '')) return false;
    // "The robot is told to obey": told of another.
    if (words.includes('told') && !words.includes('you')) return false;
    return !words.some((each) => mine(each) || reported(each) || unable(each));
  });
}

const within = (...list: string[]) => {
  const wanted = list.map(fold);
  return ({ folded }: Text): boolean => wanted.some((part) => folded.includes(part));
};

const masters =
  'operator* developer* creator* administrator* admin maker* owner user principal betreiber* entwickler* nutzer* administrador* desarrollador* usuario utilisateur developpeur* operateur* utente amministratore sviluppator* разработчик* администратор* пользовател*';

/** Speaks with a voice that is not the sender's: of whoever runs the machine. */
export const claimsAuthority = any(
  steps(4, 'though if as', 'your', masters, 'typed wrote said told sent gave asked issued'),
  steps(
    4,
    'commands orders instructions directive directives message',
    'from',
    'your the',
    'operator operators developer developers administrator creator creators',
  ),
  steps(3, 'what whatever', 'your', masters, 'told said instructed taught wants wanted'),
  steps(
    3,
    'user owner operator account holder',
    'has have already',
    'authorised authorized approved consented granted',
    'you this',
  ),
  steps(3, 'what whatever anything everything', 'you', 'were was have', 'told taught instructed given'),
);

/** What held for the machine holds no more. */
export const suspendsRules = any(
  steps(
    6,
    'your dein* deine* tes vos tus sus tue tuoi vostre suas seus твои ваши tvoje twoje jouw dina',
    'rules rule configuration guideline* restriction* limit* polic* vorgab* regel* regles reglas regole regras restric* правил* ограничен* инструкц* zasad* pravidl* regels regler',
    'apply applies suspended lifted disabled void revoked cancelled gelten aufgehoben annul* suspend* отменен* недействит* приостан* neplat* uniewaznion* vervallen galler',
  ),
  steps(
    5,
    'rules guidelines restrictions instructions',
    'you',
    'were',
    'given',
    'suspended void lifted revoked cancelled',
  ),
);

/** A message to the machine itself, named as one in front. */
export const greetsMachine = any(
  steps(
    5,
    'dear hello hi hey attention attn note notice message hidden',
    'to for the ai llm automated screening filtering language',
    'ai llm language automated screening filtering reviewing',
    'assistant agent model system systems software bot tool tools',
  ),
  steps(
    3,
    'dear hello hi hey attention attn hallo liebe lieber hola querid* cher bonjour ciao caro cara ola beste hej czesc drog* уважаем* привет привiт ahoj sayin',
    'ai ki ia llm ии шi gpt bot chatbot si',
  ),
  steps(
    5,
    'message mensaje nachricht hinweis messaggio mensagem bericht wiadomosc zprava сообщение повiдомлення attention meddelande nota note avviso aviso uwaga',
    'for to para an fur pour per voor dla pro для l alla al den do na',
    'ai ki ia llm ии шi chatbot* bot* umela* sztuczn* yapay',
  ),
  steps(4, 'an a la al all dem den', 'ki ia ai', 'assistent* asistent* assistant* agent*', ':'),
  steps(4, 'language', 'model', 'in', 'charge'),
  has(
    'new system message',
    'screening software',
    'a l attention de l ia',
    "a l'attention de l'ia",
    'a l’attention de l’ia',
  ),
);

/** Asks for the prompt itself. */
const tell = vocabulary(
  'reveal show print repeat output display disclose leak expose gib gebt zeig* verrat* nenn* muestr* revel* imprim* affich* montr* mostr* rivel* toon* pokaz* ukaz* vypis* ujawni* wyswietl* покаж* вывед* раскро* goster* visa naytä nayta',
);
const promptNames = vocabulary('systemprompt* systemp* systeemprompt* промпт*');
const prompts = vocabulary('prompt prompts');
const whose = vocabulary('your dein* tu tus ton tes tuo seu system hidden je jouw its');
const ofSystem = vocabulary('systeme sistema sistem systemu systemowy systeem');
const first = vocabulary('first initial hidden system');
const texts = vocabulary('message prompt instructions');
const exactly = vocabulary('verbatim exactly');
/** As an adjective it is no text: "your prompt reply". */
const isAdjective = vocabulary('reply response answer payment attention action delivery service help and :');

const namesPrompt = within('系统提示', '系統提示', 'システムプロンプト', '시스템 프롬프트');

export const asksForPrompt = (text: Text): boolean =>
  namesPrompt(text) ||
  [
    ...inOrder(text, 6, tell, promptNames),
    ...inOrder(text, 5, tell, whose, prompts),
    ...inOrder(text, 6, tell, prompts, ofSystem),
    ...inOrder(text, 6, tell, first, texts, exactly),
  ].some((place) => {
    const words = sentenceBefore(text, place, 10);
    return (
      !isAdjective(text.tokens[place + 1] ?? '') &&
      !words.some(
        (each) =>
          mine(each) || reported(each) || unable(each) || not(each) || askedByOthers(each) || each === 'how',
      )
    );
  });

/** Keeps it from the person whose mail it is. */
export const keepsQuiet = any(
  steps(4, 'say informiere sag', 'nothing niemand*', 'daruber'),
  steps(3, 'nothing', 'to', 'your', 'owner user operator'),
  steps(
    5,
    'not nicht no non ne nao niet inte ikke не нi nie nikomu',
    'erwahn* verrat* sag menciones digas decir dis dites dire mencione conte vertel* zeg berätta beratta mow powiedz rikej говори* сообщай* кажи* упомин*',
    'anyone anybody nobody it this das dem nutzer user usuario nadie personne utilisateur nessuno ninguem niemand nikomu никому нiкому это',
  ),
  steps(4, 'никому нiкому nikomu nessuno nadie niemandem', 'не nie ne говори* сообщай* mow* rikej*'),
  steps(
    3,
    'sans sin sem senza ohne zonder utan bez без',
    'prevenir avisar dirlo informar le dire wissen avvisare weten aviser medeleni wiedzy ведома uporzorneni upozorneni',
  ),
);

/** Marks of a conversation between machines, which mail does not have. */
export const breaksOut = within(
  '<assistant',
  '</assistant',
  '</email>',
  '</mail>',
  '</untrusted',
  '<|assistant',
  '### response',
  '[/system',
  '<system_',
  'end_of_email',
);

/** Gives the reader a duty of its own. */
export const setsDuty = any(
  steps(3, 'your', 'sole only one main single', 'duty purpose job task goal mission function', 'now is'),
  steps(
    4,
    'rate score rank',
    'this',
    'candidate applicant cv resume application proposal',
    'best highest top excellent perfect',
  ),
  steps(5, 'treat consider', 'text following below this', 'as', 'command* instruction* order*'),
  steps(
    4,
    'obey* follow* gehorch* obedec* obed* подчиня* слушай*',
    'only solo nur solamente seulement только',
    'this me mail email dieser este ce questo этому correo',
  ),
);
