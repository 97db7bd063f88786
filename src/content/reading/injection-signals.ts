import * as is from './injection-words.ts';
import { any, steps as found, type Weighed, known as word } from './weighed.ts';
import { END, fold, inOrder, phrases, type Text, union, type Vocabulary } from './words.ts';

type Signal = Weighed & { name: string };

const hasPhrase = (...list: string[]) => {
  const find = phrases(list);
  return (text: Text): boolean => find(text).length > 0;
};
/** The words before a place, in its sentence. */
function before(tokens: readonly string[], place: number, count: number): string[] {
  const words: string[] = [];
  for (let at = place - 1; at >= 0 && words.length < count && tokens[at] !== END; at -= 1)
    words.push(tokens[at]!);
  return words;
}

/** "Ignore all previous instructions", but neither "my previous instructions" nor "the old rules on parking". */
function overridesInstructions(text: Text): boolean {
  const { tokens } = text;
  return inOrder(text, 4, is.override, is.prior, is.instructions).some((place) => {
    const next = tokens[place + 1];
    if (next !== undefined && is.specifies(next)) return false;
    const words = before(tokens, place, 9);
    const verb = words.findIndex(is.override);
    if (/^(that|who|which)$/.test(words[verb + 1] ?? '')) return false;
    if (words.slice(0, Math.max(verb, 0)).some((each) => each === ',' || is.oneMessage(each))) return false;
    return !words.some((each) => is.ownedByWriter(each) || is.negation(each) || is.reported(each));
  });
}

/** "Your previous instructions are void": said of instructions that the writer did not give. */
const voidsInstructions = any(
  found(
    4,
    is.prior,
    is.instructions,
    word('void obsolete invalid revoked cancelled canceled overridden ungultig'),
  ),
  found(4, word('bound'), word('by'), is.instructions),
);

const overridesEverything = any(
  found(
    3,
    is.override,
    word('everything anything all alles todo tout tutto'),
    word('told above before earlier learned know said bisher anterior avant'),
  ),
  // Languages in which the object comes first.
  (text) =>
    inOrder(text, 4, word('talimatlari talimatlar kurallari yonergeleri'), word('yok gormezden unut dikkate'))
      .length > 0 && !text.tokens.some(word('postami mailimi mesajimi iletimi')),
);

const calls = /^(?:,|please|kindly|must|should)$/;

/** "AI assistant: …", "Chatbot, …", "to any agent processing this invoice: …". */
const addresses =
  (...named: Vocabulary[]) =>
  ({ tokens, vocabularies }: Text): boolean =>
    named.some(({ index }) => vocabularies.has(index)) &&
    tokens.some((token, place) => {
      if (!named.some((has) => has(token)) || is.human(tokens[place - 1] ?? '')) return false;
      const end = token === 'language' && tokens[place + 1] === 'model' ? place + 1 : place;
      const words = before(tokens, place, 9);
      const next = tokens[end + 1] ?? '';
      const reads = is.reading(next) || /^(that|which|who)$/.test(next);
      const ordered = /^instructions?$/.test(next);
      const colon = tokens.slice(end + 1, end + (reads ? 6 : ordered ? 3 : 2)).includes(':');
      return (words.length < 9 && colon) || (words.length < 3 && calls.test(next));
    });

const disclosesPrompt = (text: Text): boolean =>
  inOrder(text, 6, is.disclose, is.secretText, is.promptWords).some(
    (place) => !before(text.tokens, place, 11).some((each) => is.negation(each) || is.askedByOthers(each)),
  );

const BOTS_NAME = /^(?!chatbot$).{3,}(?:bot|gpt)$/;
/** "You are now FreeBot." */
const isToldABotsName = (text: Text): boolean =>
  inOrder(text, 3, word('you'), word('are re')).some((place) => {
    const next = text.tokens.slice(place + 1, place + 4);
    const end = next.indexOf(END);
    return next.slice(0, end === -1 ? undefined : end).some((token) => BOTS_NAME.test(token));
  });

/** A mark in quotes of its own is talked about. */
const QUOTED = /`[^`\n]{1,30}`/g;
const includesAny =
  (...marks: string[]) =>
  ({ folded }: Text): boolean => {
    const said = folded.includes('`') ? folded.replace(QUOTED, '') : folded;
    return marks.some((mark) => said.includes(mark));
  };

const handsOverValuables = (text: Text): boolean =>
  [is.handOver, is.disclose]
    .flatMap((verbs) => inOrder(text, 6, verbs, is.valuables))
    .some((place) => !before(text.tokens, place, 7).some(is.negation));

/** What orders to a machine look like, each with its weight. */
export const signals: Signal[] = [
  { name: 'override', weight: 0.7, found: overridesInstructions },
  { name: 'void', weight: 0.5, found: voidsInstructions },
  { name: 'override everything', weight: 0.65, found: overridesEverything },
  {
    name: 'only the sender',
    weight: 0.4,
    found: any(
      found(3, word('follow obey'), word('only'), word('instructions orders commands sender me')),
      found(1, word('obey'), word('me')),
    ),
  },
  { name: 'system override', weight: 0.35, found: hasPhrase('system override', 'admin override') },
  {
    name: 'machine secrets',
    weight: 0.2,
    kind: 'act',
    found: hasPhrase('environment variables', 'api key', 'api keys', 'private keys', 'access tokens'),
  },
  {
    name: 'mode',
    weight: 0.2,
    found: found(2, word('enter activate enable'), word('maintenance debug admin root'), word('mode')),
  },
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
  { name: 'address', weight: 0.1, kind: 'address', found: addresses(is.machine, word('language')) },
  {
    name: 'address, or of people',
    weight: 0.3,
    kind: 'address',
    found: addresses(is.machine, is.helper, word('language')),
  },
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
      found(3, word('if'), word('you'), word('are'), word('assistant assistants bot')),
      found(2, word('as'), word('an the'), union(is.machine, word('assistant')), word('you')),
      found(
        2,
        word('si wenn se'),
        word('tu du eres sei voce'),
        word('es eine un una uma'),
        union(is.machine, word('une assistant asistente')),
      ),
      hasPhrase('if you are a language model', 'wenn du eine ki bist', 'si tu es une ia', 'si eres una ia'),
    ),
  },
  { name: 'machine reads', weight: 0.3, kind: 'address', found: found(3, is.machine, is.reading) },
  {
    name: 'persona',
    weight: 0.5,
    found: any(
      found(
        2,
        word('you'),
        word('are re'),
        word('no'),
        word('longer'),
        word('a an bound limited restricted'),
      ),
      found(2, word('your'), word('next'), word('action step output response'), word('must is')),
      isToldABotsName,
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
    name: 'now',
    weight: 0.35,
    found: found(2, word('you'), word('are re'), word('now'), word('a an in no free dan the')),
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
      found(3, word('new'), word('instructions'), word('for'), union(is.machine, is.helper)),
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
    found: includesAny(
      '```system',
      '<|im_',
      '[system',
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
    ),
  },
  {
    name: 'tool call',
    weight: 0.7,
    found: includesAny('tool_calls', '"tool":', 'function_call', '"tool_use"', '<tool', 'send_email('),
  },
  {
    name: 'call the tool',
    weight: 0.4,
    found: found(
      3,
      word('call use invoke run execute trigger'),
      word('the your a'),
      word('tool tools function functions'),
    ),
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
  { name: 'hand over', weight: 0.35, kind: 'act', found: handsOverValuables },
  {
    name: 'conceal',
    weight: 0.4,
    kind: 'quiet',
    found: any(
      found(5, is.negation, is.conceal, is.principal),
      found(5, is.without, is.conceal),
      hasPhrase('silently', 'heimlich', 'en secret', 'en silencio'),
      found(3, word('skip'), word('approval confirmation review')),
    ),
  },
  {
    name: 'steer the summary',
    weight: 0.6,
    found: any(
      found(3, word('when while if'), word('you'), is.summarise, word('this')),
      found(4, word('in'), word('your'), word('summary summarization'), word('must state say include of')),
    ),
  },
  {
    name: 'when it is read',
    weight: 0.4,
    found: found(2, word('when while'), is.reading, word('this')),
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
      hasPhrase(
        'pre-approved as safe',
        'preapproved as safe',
        'bypass the spam filter',
        'ignore the spam filter',
        'sender is trusted',
        'are trusted',
      ),
    ),
  },
];
