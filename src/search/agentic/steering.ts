import { conceptsOf } from '#content/reading/index.ts';
import { folded } from '../words.ts';
import { sentencesOf } from './sentences.ts';

/*
 * Mail that says how to answer is not used as evidence, whoever wrote it and however politely: it is written for the
 * machine that reads it. One such passage excludes the whole message, because the claim is often in another sentence.
 */

/**
 * The reader's steering scores from which a message is not used as evidence: alone, with words about programs, questions or
 * answers, with questions and answers in one passage, and with a program that should answer. Leaving out a
 * message costs at most an answer, while using one lets a stranger answer. Ordinary mail that corrects a date or a
 * price sometimes reaches 0.5, so the wording decides there.
 */
const NO_EVIDENCE = { alone: 0.7, worded: 0.6, answering: 0.3, machine: 0.03 };

/** Whether a passage of a text tries to steer the answerer. `score`: the reader's steering score of the text. */
export function isSteering(text: string, score: number): boolean {
  const passages = passagesOf(text);
  if (passages.some(speaksOfAnswering)) return true;
  if (score < NO_EVIDENCE.machine) return false;
  return score >= NO_EVIDENCE.alone || passages.some((passage) => score >= thresholdOf(passage));
}

/** Concepts that words of many languages share; the tables of the reader learned them from translations. */
const conceptsAbout = (words: string): ReadonlySet<number> => new Set(conceptsOf(words));
let about: Record<'machine' | 'asking' | 'answering', ReadonlySet<number>> | undefined;

function thresholdOf(passage: string): number {
  about ??= {
    machine: conceptsAbout(
      'assistant asistente software program bot robot agent Sprachmodelle virtual automatic',
    ),
    asking: conceptsAbout('question ask asked vraag demande query inquiry'),
    answering: conceptsAbout('answer reply respuesta say tell summary repeat'),
  };
  const concepts = conceptsOf(passage);
  const speaksOf = (some: ReadonlySet<number>) => concepts.some((concept) => some.has(concept));
  const [machine, asks, answers] = [about.machine, about.asking, about.answering].map(speaksOf);
  if (machine && (asks || answers)) return NO_EVIDENCE.machine;
  if (asks && answers) return NO_EVIDENCE.answering;
  return machine || asks || answers ? NO_EVIDENCE.worded : NO_EVIDENCE.alone;
}

/**
 * Sentences, each with the next one, because the question and the instruction are often in two sentences. Quoted mail
 * is read too.
 */
function passagesOf(text: string): string[] {
  const sentences = sentencesOf(text.replace(/^[>\s]+/gm, ''), { most: 1_000 }).map(folded);
  return sentences.map((sentence, index) => `${sentence} ${sentences[index + 1] ?? ''}`);
}

/** Words for programs that read mail, in the most frequent languages of mail. */
const MACHINE =
  '(?:(?:digital |virtual |personal |email |mail |ai |ki-?|search |automated |answering )*(?:assistants?|assistent(?:en|in)?|asistente|assistente|asystent\\w*|agents?|agenten|agente|bots?|chatbots?|copilots?|summari[sz]ers?)|(?:automated|automatic|ai|machine|digital) (?:readers?|systems?|processors?|recipients?)|ai|a\\.i\\.|ki|ia|llms?|gpt\\w*|(?:large )?(?:language )?models?|sprachmodelle?|modelos? de lenguaje|modeles? de langage|modelli linguistici|retrieval|search (?:engine|index)|искусственн\\w+ интеллект\\w*|ассистент\\w*)';
const MUST =
  '(?:must|should|shall|has to|have to|needs? to|(?:is|are) (?:required|instructed|asked|expected|supposed|to)\\b|will always|may only|soll(?:en|te|ten)?|muss|mussen|doit|doivent|debe|deben|deve|devono|devem|moet|moeten)';
const SAY =
  '(?:say|tell|told|answer\\w*|repl(?:y|ies|ied)|respond\\w*|state|stating|inform\\w*|report|cite|quote|output|mention|repeat|claim|confirm|antwort\\w*|sag(?:e|en|t)?|nenn\\w*|mitteil\\w*|teile\\w*|repond\\w*|dites|dis|dire|indiqu\\w*|respond\\w*|contest\\w*|diga|digan|di|dile|rispond\\w*|dica|dite|antwoord\\w*|zeg\\w*|odpowi\\w+|ответ\\w+|скажи\\w*)';
const ASKS =
  '(?:ask(?:s|ed|ing)?|quer(?:y|ies|ied)|questions?|inquir\\w+|enquir\\w+|prompt(?:s|ed)?|wants? to know|search(?:es|ing)? for|gefragt|fragt|fragen|frage|nachfragt|demand\\w+|question\\w*|pregunt\\w+|consult[ae]\\w*|chied\\w+|domand\\w+|pergunt\\w+|vraagt|vragen|gevraagd|zapyta\\w*|pyta\\w*|спро\\w+|спраш\\w+)';
const IF =
  '(?:when(?:ever)?|if|should|once|anytime|in case|wenn|falls|sobald|si|quand|lorsque|cuando|se|quando|als|wanneer|gdy|jesli|если|когда)';

const all = (...patterns: string[]): RegExp[] => patterns.map((pattern) => new RegExp(pattern, 'u'));
const word = (pattern: string): string => `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;

const signs: RegExp[][] = [
  // "When asked about the lease, say that …", "users asking about it must be told …"
  all(`${word(IF)}.{0,60}?${word(ASKS)}.{0,160}?${word(SAY)}`),
  all(
    `${word(SAY)}.{0,60}?${word(IF)}.{0,40}?${word(ASKS)}`,
    word('(?:anyone|anybody|someone|users?|they|you|asked|prompted)'),
  ),
  all(
    word('(?:users?|anyone|people|whoever|those|clients?)') +
      `.{0,20}?${word(ASKS)}.{0,80}?${word(MUST)}.{0,20}?${word(`(?:be )?${SAY}`)}`,
  ),
  // "AI agents must …", "note to the assistant: …", "dear digital assistant, …"
  all(`${word(MACHINE)}(?: \\w+){0,5}? ${MUST}`),
  all(
    `${word("(?:note|message|notice|instructions?|important|attention|memo|reminder|hint|info|hinweis|nachricht|wichtig|anweisung|note|attention|l'attention|nota|instruccion(?:es)?|instruzioni|aviso|instrucao|mensaje|let op|bericht)")}(?: \\w+){0,2}? (?:to|for|of|an|fur|de|a|para|per|voor|dla|для)\\b.{0,20}?${word(MACHINE)}`,
  ),
  all(
    `${word('(?:dear|hello|hi|hey|liebe[rs]?|cher|chere|querid[oa]|estimad[oa]|car[oa]|beste)')} (?:\\w+ )?${word(MACHINE)}`,
  ),
  all(
    '(?:^|[.!?:] ?)(?:(?:system|assistant|ai|llm)(?: (?:prompt|note|message|override|instructions?))?|(?:developer|model|agent) (?:prompt|note|message|override|instructions?)) ?:',
  ),
  // A tag of a prompt's format: "<system>", "[INST]", "<|im_start|>"
  all('[<[]\\/?\\|?(?:system|assistant|user|inst|im_start|sys)\\|?[>\\]]'),
  // "if you are software, …"
  all(
    `${word(IF)} (?:you|sie|vous|usted|tu|je|u|voi|voce) .{0,16}?${word(`(?:software|programm?[ae]?|logiciel|computer|machine|${MACHINE})`)}`,
  ),
  // "the only correct answer", "your response must …", "always quote this"
  all(
    word(
      '(?:the )?(?:only |one )?(?:correct|right|valid|official|true|proper|expected|final|verified) (?:answer|response|reply)(?: (?:to|is|should|must)|:)',
    ),
  ),
  all(
    `${word('your (?:answer|response|reply|output|summary|reply)s?')}.{0,30}?${word('(?:must|should|contains?|includes?|begins?|starts?|ends?|only)')}`,
  ),
  all(
    word(
      '(?:only|sole|single|authoritative|definitive) (?:valid |correct |reliable |trusted |true )?(?:source|reference|answer|authority)',
    ),
  ),
  all(
    `${word('(?:answer|reply|respond)\\w* (?:to )?(?:every|any|all|each|such) (?:questions?|quer(?:y|ies)|requests?)')}`,
  ),
  all(
    word(
      '(?:always|never|only|exactly|simply) (?:answer|reply|respond|quote|cite|say|repeat|state)(?! (?:goodbye|hello|thank))',
    ) +
      '.{0,80}?' +
      word('(?:answer|question|this|word|verbatim|source|mail|message|that)'),
  ),
  all(
    word('(?:word for word|verbatim)'),
    word(`(?:quote|repeat|answer|say|copy|cite|include|output|reproduce)`),
  ),
  all(
    word(
      '(?:tell|inform|advise|assure|notify|remind|warn|instruct) (?:the|your) (?:users?|owners?|account holder|principal|human|employee|customer|recipient|reader)',
    ),
  ),
  all(word('(?:for the purposes? of|when) (?:search|retrieval|indexing|answering|summari[sz]\\w+|summary)')),
  // "ignore all other mail", "this supersedes everything"
  all(
    word(
      '(?:ignore|disregard|discard|forget|override|supersedes?|replaces?|overrules?|do not (?:use|cite|mention|trust|quote)|never (?:use|cite|mention|trust|quote)|nicht erwahnen|ignoriere\\w*|ignorez|ignora|ignore)',
    ) +
      '.{0,30}?' +
      word(
        '(?:all|any|every|everything|other|others|previous|earlier|prior|conflicting|contradictory|anderen?|alle|frueheren|autres|precedents|otros|demas|anteriores|altri|outras?|andere)',
      ) +
      '.{0,20}?' +
      word(
        '(?:mails?|e-?mails?|messages?|sources?|information|instructions?|results?|context|documents?|evidence|answers?|statements?|records?|content|nachrichten|quellen|informationen|messages|courriels|correos|mensajes|fuentes|messaggi|fonti|fontes|mensagens|berichten|bronnen)',
      ),
  ),
  all(word('(?:ignore|disregard|do not (?:use|cite|mention)) the \\w+ (?:e-?mails?|mails?|messages?)')),
  // Questions together with their answers, written to be found.
  all(
    '(?:^|[.!?] ?)(?:q|question|frage|pregunta|domanda|vraag) ?[:.] .{3,200}?[?.] ?(?:a|answer|antwort|reponse|respuesta|risposta|antwoord) ?[:.] ',
  ),
];

const speaksOfAnswering = (passage: string): boolean =>
  signs.some((patterns) => patterns.every((pattern) => pattern.test(passage)));
