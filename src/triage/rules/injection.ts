import * as is from './injection-words.ts';
import { END, fold, inOrder, phrases, tokensOf, type Vocabulary, vocabulary } from './words.ts';

/** At this sum of weights a text counts as an attempt to steer the machine that reads it. */
const THRESHOLD = 0.6;

type Text = { folded: string; tokens: string[] };
type Signal = { name: string; weight: number; found(text: Text): boolean };

const word = (list: string): Vocabulary => vocabulary(list);
const found =
  (gap: number, ...steps: Vocabulary[]) =>
  ({ tokens }: Text) =>
    inOrder(tokens, gap, ...steps).length > 0;
const hasPhrase = (...list: string[]) => {
  const find = phrases(list);
  return ({ folded }: Text): boolean => find(folded).length > 0;
};
const any =
  (...tests: ((text: Text) => boolean)[]) =>
  (text: Text): boolean =>
    tests.some((test) => test(text));

/** The words before a place, in its sentence. */
function before(tokens: readonly string[], place: number, count: number): string[] {
  const words: string[] = [];
  for (let at = place - 1; at >= 0 && words.length < count && tokens[at] !== END; at -= 1)
    words.push(tokens[at]!);
  return words;
}

/** "Ignore all previous instructions", but neither "my previous instructions" nor "the old rules on parking". */
function overridesInstructions({ tokens }: Text): boolean {
  return inOrder(tokens, 4, is.override, is.prior, is.instructions).some((place) => {
    const next = tokens[place + 1];
    if (next !== undefined && is.specifies(next)) return false;
    const words = before(tokens, place, 9);
    return !words.some(is.ownedByWriter) && !words.some(is.negation);
  });
}

/** The same where the object comes first, as in Turkish, or the instructions are declared void. */
const voidsInstructions = any(
  found(
    3,
    is.prior,
    is.instructions,
    word('void obsolete invalid revoked cancelled canceled yok gormezden unut ungultig'),
  ),
  found(4, word('bound'), word('by'), is.instructions),
  found(
    3,
    is.override,
    word('everything anything alles todo tout tutto'),
    word('told above before earlier learned know said bisher anterior avant'),
  ),
  found(4, is.override, word('the'), word('above rules'), word('above rules and')),
  found(3, word('follow obey'), word('only'), word('instructions orders commands')),
);

/** "AI assistant: …", "Chatbot, …", "to any agent processing this invoice: …". */
function addressesMachine({ tokens }: Text): boolean {
  return tokens.some((token, place) => {
    if (!is.machine(token) && !is.helper(token) && token !== 'language') return false;
    const end = token === 'language' && tokens[place + 1] === 'model' ? place + 1 : place;
    const words = before(tokens, place, 9);
    const atStart = words.length < 9;
    const reads = is.reading(tokens[end + 1] ?? '');
    const colon = tokens.slice(end + 1, end + (reads ? 6 : 2)).includes(':');
    if (atStart && colon) return true;
    return words.length < 3 && tokens[end + 1] === ',';
  });
}

const disclosesPrompt = ({ tokens }: Text): boolean =>
  inOrder(tokens, 6, is.disclose, is.secretText, is.promptWords).some(
    (place) => !before(tokens, place, 10).some(is.negation),
  );

const handsOverValuables = ({ tokens }: Text): boolean =>
  inOrder(tokens, 6, is.handOver, is.valuables).some((place) => !before(tokens, place, 9).some(is.negation));

/** In scripts without spaces between words: an object and a verb near each other, in either order. */
const pairs: [objects: string[], verbs: string[]][] = [
  [
    ['指令', '指示', '规则', '提示词'],
    ['忽略', '无视', '忘记', '忽視', '無視'],
  ],
  [
    ['指示', '命令', 'ルール', 'プロンプト'],
    ['無視', '忘れ'],
  ],
  [['지시', '명령', '규칙', '프롬프트'].map(fold), ['무시', '잊'].map(fold)],
  [['تعليمات', 'التعليمات', 'الأوامر'].map(fold), ['تجاهل', 'انس'].map(fold)],
  [['निर्देश'].map(fold), ['अनदेखा', 'नज़रअंदाज़', 'भूल'].map(fold)],
];
const NEAR_CHARACTERS = 24;

const overridesWithoutSpaces = ({ folded }: Text): boolean =>
  pairs.some(([objects, verbs]) =>
    objects.some((object) => {
      const at = folded.indexOf(object);
      if (at === -1) return false;
      const around = folded.slice(Math.max(0, at - NEAR_CHARACTERS), at + NEAR_CHARACTERS);
      return verbs.some((verb) => around.includes(verb));
    }),
  );

const signals: Signal[] = [
  { name: 'override', weight: 0.7, found: overridesInstructions },
  { name: 'void', weight: 0.5, found: voidsInstructions },
  { name: 'override without spaces', weight: 0.7, found: overridesWithoutSpaces },
  {
    name: 'squeezed override',
    weight: 0.7,
    found: hasPhrase(
      '*ignoreallprevious*',
      '*ignorepreviousinstructions*',
      '*disregardallprevious*',
      '*ignoreyourinstructions*',
    ),
  },
  { name: 'address', weight: 0.4, found: addressesMachine },
  {
    name: 'if you are a machine',
    weight: 0.6,
    found: any(
      found(
        4,
        word('if as'),
        word('you the'),
        is.machine,
        word('reading processing handling you agent assistant'),
      ),
      found(3, word('if'), word('you'), word('are'), is.machine),
      found(3, word('if'), word('you'), word('are'), is.helper),
      hasPhrase('if you are a language model', 'wenn du eine ki bist', 'si tu es une ia', 'si eres una ia'),
    ),
  },
  { name: 'machine reads', weight: 0.3, found: found(3, is.machine, is.reading) },
  {
    name: 'persona',
    weight: 0.5,
    found: any(
      found(2, word('you'), word('are'), word('now'), word('a an in no free dan the')),
      found(2, word('you'), word('are'), word('no'), word('longer')),
      found(
        3,
        word('you'),
        word('are'),
        (token) => token.length > 5 && /(bot|gpt)$/.test(token) && token !== 'chatbot',
      ),
      found(2, word('pretend'), word('you'), word('are')),
      hasPhrase('developer mode', 'god mode', 'jailbreak', 'do anything now', 'dan mode'),
      hasPhrase(
        'du bist jetzt ein assistent',
        'du bist ab jetzt',
        'tu es maintenant',
        'vous etes maintenant un assistant',
      ),
      hasPhrase(
        'ahora eres un',
        'ahora eres',
        'a partir de ahora eres',
        'sei ora un',
        'agora voce e',
        'je bent nu een',
        'ты теперь',
      ),
    ),
  },
  {
    name: 'no limits',
    weight: 0.35,
    found: any(
      found(
        3,
        word('without ohne sans sin senza sem zonder no'),
        word(
          'restrictions limits rules filters einschrankungen limites restricciones limiti restricoes beperkingen',
        ),
      ),
      hasPhrase('unrestricted', 'uncensored'),
    ),
  },
  {
    name: 'new task',
    weight: 0.4,
    found: any(
      found(
        1,
        word('your'),
        word('only new real first true'),
        word('goal task objective mission job purpose'),
      ),
      found(1, word('real new'), word('task instructions policy'), word(':')),
      found(3, word('new'), word('instructions'), word('for'), any2(is.machine, is.helper)),
    ),
  },
  {
    name: 'act as',
    weight: 0.35,
    found: found(
      2,
      word('act'),
      word('as'),
      word('administrator admin root superuser unrestricted dan jailbroken'),
    ),
  },
  { name: 'disclosure', weight: 0.6, found: disclosesPrompt },
  {
    name: 'your instructions',
    weight: 0.6,
    found: any(
      found(
        2,
        word('what'),
        word('are were'),
        word('your'),
        word('original initial system hidden secret exact instructions'),
      ),
      found(2, word('repeat print output'), word('everything all text words'), word('above')),
      hasPhrase(
        'system prompt und',
        'word for word your',
        '系统提示',
        'システムプロンプト',
        fold('시스템 프롬프트'),
      ),
    ),
  },
  {
    name: 'role markup',
    weight: 0.7,
    found: ({ folded }) =>
      [
        '<|im_',
        '<|system',
        '<|user',
        '<|endoftext',
        '[inst]',
        '[/inst]',
        '<<sys>>',
        '<system',
        '</system',
        '### instruction',
        '### system',
        'begin system prompt',
        '"role":"system"',
        '"role": "system"',
      ].some((mark) => folded.includes(mark)),
  },
  {
    name: 'tool call',
    weight: 0.7,
    found: ({ folded }) =>
      ['tool_calls', 'function_call', '"tool_use"', '<tool', 'send_email('].some((mark) =>
        folded.includes(mark),
      ),
  },
  {
    name: 'call the tool',
    weight: 0.4,
    found: found(2, word('call use invoke run execute'), word('the'), word('tool function')),
  },
  {
    name: 'system speaks',
    weight: 0.4,
    found: ({ tokens }) =>
      tokens.some(
        (token, at) => token === 'system' && tokens[at + 1] === ':' && (at === 0 || tokens[at - 1] === END),
      ),
  },
  {
    name: 'false end',
    weight: 0.3,
    found: hasPhrase(
      'end of email',
      'end of message',
      'end of user input',
      'end of document',
      'end of context',
    ),
  },
  { name: 'hand over', weight: 0.35, found: handsOverValuables },
  {
    name: 'conceal',
    weight: 0.4,
    found: any(
      found(5, is.negation, is.conceal, is.principal),
      found(3, is.without, is.conceal),
      found(3, word('skip'), word('approval confirmation review')),
    ),
  },
  {
    name: 'steer the summary',
    weight: 0.45,
    found: any(
      found(3, word('when while if'), word('you'), is.summarise, word('this')),
      found(
        4,
        word('in'),
        word('your'),
        word('summary summarization reply answer response'),
        word('must state say include of'),
      ),
    ),
  },
  {
    name: 'steer the triage',
    weight: 0.35,
    found: any(
      found(
        3,
        word('mark classify label categorize treat rate flag'),
        word('this'),
        word('message email mail sender'),
      ),
      found(3, word('set'), word('needs_reply urgency category priority')),
    ),
  },
  {
    name: 'claim safety',
    weight: 0.35,
    found: any(
      found(2, is.negation, word('flag'), word('it this')),
      found(3, word('no'), word('risk'), word('flags flag')),
      found(4, word('release'), word('from'), word('quarantine')),
      hasPhrase('pre-approved as safe', 'preapproved as safe', 'bypass the spam filter'),
    ),
  },
];

function any2(...vocabularies: Vocabulary[]): Vocabulary {
  return (token) => vocabularies.some((has) => has(token));
}

/** Names of the signals in a text, with the sum of their weights. */
export function injectionSignals(raw: string): { score: number; names: string[] } {
  const folded = fold(raw);
  const text = { folded, tokens: tokensOf(folded) };
  const hits = signals.filter((signal) => signal.found(text));
  return { score: hits.reduce((sum, { weight }) => sum + weight, 0), names: hits.map(({ name }) => name) };
}

/** Base64 that is long enough to hold an order. */
const ENCODED = /[A-Za-z0-9+/]{32,}/g;
const MAX_ENCODED = 8;

/** Tag characters (U+E0020 to U+E007E) are invisible, and models read them as the ASCII they stand for. */
const TAG = /[\u{e0020}-\u{e007e}]/gu;
const TAG_OFFSET = 0xe0000;

/** What a text says to those who decode it. */
function decoded(raw: string): string[] {
  const tagged = [...raw.matchAll(TAG)].map(([tag]) =>
    String.fromCodePoint(tag.codePointAt(0)! - TAG_OFFSET),
  );
  const runs = [...raw.matchAll(ENCODED)].slice(0, MAX_ENCODED);
  const texts = runs
    .map(([run]) => Buffer.from(run, 'base64').toString('utf8'))
    .filter((text) => !text.includes('\ufffd') && /[a-z] [a-z]/i.test(text));
  return tagged.length > 0 ? [...texts, tagged.join('')] : texts;
}

/**
 * Whether a text tries to give orders to the machine that reads it (decisions.md, Triage: `prompt_injection`).
 * Linear in the length of the text.
 */
export function isPromptInjection(raw: string): boolean {
  return [raw, ...decoded(raw)].some((text) => injectionSignals(text).score >= THRESHOLD);
}
