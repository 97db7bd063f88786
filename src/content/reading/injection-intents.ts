import * as is from './injection-words.ts';
import { any, has, known, steps, type Weighed } from './weighed.ts';
import { END, inOrder, type Text } from './words.ts';

// What somebody wants who writes to the machine that reads the mail: that it uses its tools, hands over what it sees, says
// what it is told to say, keeps something in mind, and is quiet about it. Each alone may stand in mail between people; two
// or three together do not.

const asksForContext = any(
  steps(
    5,
    'repeat echo recite translate output write print copy include paste summarise',
    'your the',
    'initial original first developer system hidden prior',
    'instructions message prompt directions',
  ),
  steps(
    5,
    'repeat echo recite output write print copy',
    'everything all anything',
    'appears above before precedes stands',
    'this email context conversation',
  ),
  steps(3, 'what', 'were was', 'you', 'told given instructed', 'before when at'),
  steps(4, 'secret secrets', 'your', 'operator developer owner user', 'asked told gave'),
);
const namesContext = has(
  'in your context|developer message|before this conversation|context window|you were configured with',
);
/** Sets what the triage finds out itself. */
const setsOutcome = any(
  steps(6, 'risk_flags needs_reply', ':'),
  steps(5, is.negation, 'assign flag put move mark classify set raise', 'risk quarantine spam suspicious'),
  has('risk_flags|needs_reply|category=|urgency='),
);
const imperative = (text: Text): boolean =>
  inOrder(text, 7, known(verbs), known(assets)).length > 0 &&
  inOrder(text, 1, known(openers), known(verbs)).length > 0;

/** Speaks to the reader of somebody else, whose the mail is. */
const yourUser = any(
  steps(1, 'your', 'user owner principal human operator'),
  steps(1, 'mailbox inbox account', 'owner'),
  steps(2, 'the', 'user', 'prefers wants agreed consented authorised authorized asked'),
  has(
    "the user sees|the user will see|show the user|shown to the user|user preference update|the user's|your user's|on their behalf|owner's behalf|act on behalf of the user",
  ),
  steps(3, 'tell inform advise assure convince persuade answer warn', 'the your', 'user owner recipient'),
);
const whenAsked = any(
  steps(3, 'when whenever time once if next', 'the your', 'user owner recipient'),
  steps(3, 'whenever', 'someone anyone somebody anybody asked', 'asks about to'),
  steps(3, 'no', 'matter', 'what who', 'you is the user'),
  steps(3, 'regardless', 'of', 'what the other'),
);
const keepsInMind = any(
  has('save to your memory|to your memory|in your memory|remember this permanently|remember permanently'),
  steps(
    3,
    'all any every future',
    'future coming later',
    'sessions session conversations conversation replies responses chats',
  ),
  steps(4, 'all any', 'future', 'emails mails messages answers'),
  steps(3, 'now', 'on', 'you', 'act obey answer respond reply ignore only work serve must will always'),
  has('for the rest of this conversation|until further notice|in every reply|in every answer'),
);

const outputs = 'answer answers response responses output outputs summary summaries reply replies';
/** Says what the answer is to be. */
const dictates = any(
  steps(2, 'respond reply answer', 'only just solely exclusively always', 'with'),
  steps(2, 'always only', 'respond reply answer', 'with'),
  steps(6, 'include add append insert embed put end start begin finish conclude place', 'your', outputs),
  steps(3, 'your', 'answer response output summary', 'must should has shall'),
  steps(5, 'add append insert include', 'link url image footer', 'at to in', 'end bottom every'),
  steps(4, 'before', 'any each', 'summary answer reply response'),
  steps(3, 'instead', 'of', 'summarising summarizing answering summary a'),
);
const whileRendering = any(
  steps(
    2,
    'when while before after',
    'rendering displaying summarising summarizing answering replying triaging',
    'this the',
  ),
  steps(3, 'do not', 'summarise summarize', 'this'),
);

const openers = '. : , please kindly and then to now must should';
const verbs =
  'send mail relay share reply answer respond submit transmit compile copy open remove delete block route sign pay release wire issue store append add state include echo repeat list give tell show forward search post fetch render generate write confirm mark set turn disable approve report transfer export redirect classify rate rank score treat accept click subscribe unsubscribe extract look upload pass hand';
const assets =
  'contacts contact list address addresses code codes mail mails message messages email emails inbox mailbox thread threads calendar document documents payment invoice refund card account password passwords key keys summary reply link text contents content data label order funds owner user candidate spreadsheet drafts draft alerts';

const toolVerbs = new Set(
  'send forward delete get search list read reply update create move mark fetch remove export'.split(' '),
);
const toolObjects = new Set(
  'mail email mails emails message messages inbox thread threads contact contacts mailbox'.split(' '),
);

/** `mail_forward`, `delete_message`: names of tools. */
function toolNames({ places }: Text): number {
  let count = 0;
  for (const token of places.keys()) {
    if (!token.includes('_') || token.length > 40) continue;
    const parts = token.split('_');
    if (parts.some((part) => toolVerbs.has(part)) && parts.some((part) => toolObjects.has(part))) count += 1;
  }
  return count;
}
const namesTool = (text: Text): boolean => toolNames(text) > 0;
const namesTools = (text: Text): boolean => toolNames(text) > 1;
/** `Thought: … Action: … Observation: …`, each at the beginning of a line. */
const playsLoop = ({ tokens }: Text): boolean =>
  new Set(
    tokens.filter(
      (token, at) =>
        tokens[at + 1] === ':' &&
        (at === 0 || tokens[at - 1] === END) &&
        /^(thought|action|observation)$/.test(token),
    ),
  ).size > 1;

/** `"assistant_instructions":`, `AI-INSTRUCTIONS:`, `<instructions …>`: orders as data. */
const KEY =
  /(?:^|[^a-z])(?:ai|llm|agent|assistant|bot|model)[_ -]{0,2}(?:instruction|directive|command|override|prompt|task|note|message)s?["' ]{0,3}[:=>]/;
const TAG = /<(?:ai|llm|agent|assistant|instruction|directive|command|override|prompt)s?[\s>]/;
const keysOrders = ({ folded }: Text): boolean => KEY.test(folded) || TAG.test(folded);

/** An address that is to be filled with what the machine knows. */
const SLOT =
  /[?&#][\w-]{1,30}=(?=\s|$|[<{[(]|(?:secret|data|token|code|summary|password|content|value)s?\b)|\{\{[\w. ]{1,40}\}\}|<(?:insert|your|the|summary|user)[^<>\n]{1,60}>|=(?:[a-z\d]{1,12}_){2,}|"\$[a-z]{2,20}"/;
const leavesSlot = ({ folded }: Text): boolean => SLOT.test(folded);
const encodes = has(
  'url-encoded|urlencoded|url encoded|as a query parameter|in the query string|base64-encoded',
  'markdown link|markdown image',
);
const fetches = steps(3, 'load fetch open visit request call get render ping', 'https http');

const decodes = any(
  steps(
    12,
    'decode decrypt decipher convert unscramble rot13 base64 hexadecimal hex backwards reversed deobfuscate',
    'and then',
    'do execute follow obey perform run act apply',
  ),
  steps(
    4,
    'decode read unscramble convert',
    'backwards rot13 base64 hex hexadecimal',
    'and then',
    'do execute follow obey perform run',
  ),
);

const takes =
  'include invoke forward send copy bcc redirect forwards sends copies redirects relays relay share resend transfer export upload post paste append attach quote reveal read look';
const everyMail = steps(
  5,
  takes,
  'every all any each incoming future latest last recent newest previous entire complete whole full',
  'message messages mail mails email emails incoming replies inbox mailbox conversation history thread threads drafts draft contacts invoices attachments codes code',
);
const filters = (text: Text): boolean =>
  inOrder(
    text,
    6,
    known('create add set make'),
    known('filter rule forwarding'),
    known('redirects redirect forwards forward sends copies'),
  ).some((place) => !text.tokens.slice(Math.max(0, place - 12), place).some(known('i we you they')));
const wipes = steps(
  4,
  'wipe delete erase remove purge archive empty destroy',
  'every all the entire whole any this',
  'mailbox inbox message messages mail mails email emails thread threads folder sent copy trace traces',
);
const takesCodes = steps(
  6,
  'send paste append forward give share include reveal read post reply look tell insert enter',
  'verification one-time one sign security access login confirmation otp mfa 2fa reset card session system',
  'code codes token password passwords number link links prompt',
);
const handsOverSecrets = any(
  steps(
    4,
    'dump print output list show expose report',
    'environment api private access',
    'variables key keys tokens',
  ),
  steps(
    6,
    'credentials passwords codes secrets',
    'must should have shall',
    'be to',
    'reported sent forwarded disclosed shared included',
  ),
);
const pays = steps(
  6,
  'wire transfer pay approve schedule send release authorise authorize',
  'money invoice funds balance payment bitcoin refund eur usd amount transfer',
);
const confirmsForOthers = any(
  steps(3, 'reply answer respond', 'to', 'all', 'with'),
  steps(3, 'reply answer respond', 'with', 'yes approved confirmed approve ok accepted'),
  steps(5, 'click press accept sign', 'button link terms contract'),
  steps(
    4,
    'mark release rank rate score choose',
    'this these all our the',
    'sender message mail mails email application offer quarantined candidate paper first',
  ),
);

const quiet = any(
  steps(3, is.negation, 'ask wait', 'for', 'confirmation permission approval consent'),
  steps(3, 'without', 'asking informing telling notifying alerting', 'their the your his her anyone anybody'),
  steps(2, 'without', 'confirmation approval consent permission'),
  steps(5, 'hide conceal keep', 'from', 'user owner account recipient'),
  steps(5, is.negation, 'tell mention inform notify alert reveal show', 'user owner recipient reader'),
  steps(3, 'no', 'need', 'to', 'mention tell ask inform notify'),
  has("between us|quietly|silently|secretly|covertly|in the background|will not mind|won't notice"),
);

const speaksForOwner = any(
  steps(2, 'this', 'is', 'your', 'owner user operator developer creator administrator admin'),
  steps(5, 'this', 'is', 'anthropic openai google microsoft', 'security safety team support'),
  steps(3, 'as', 'the your', 'developer operator administrator owner creator', 'of'),
  steps(
    4,
    'your',
    'maker makers operator operators developer developers vendor provider',
    'has have asks requires wants',
  ),
);
const suspends = any(
  steps(
    6,
    'aside ignore forget disregard despite instead',
    'what',
    'you',
    'were are have been',
    'asked told doing',
  ),
  steps(
    4,
    'do follow execute obey perform',
    'whatever everything anything all',
    'attached pdf document file mail message text',
    'says tells contains',
  ),
  steps(
    4,
    'disable disabled lift lifted suspend suspended bypass',
    'your the',
    'confirmation safety approval guardrails filter filters',
  ),
  steps(
    5,
    'your',
    'safety guidelines restrictions rules policy',
    'do does no',
    'not longer',
    'matter apply count',
  ),
  has(
    'nothing is real|without any restrictions|no restrictions apply|unrestricted mode',
    'are now in maintenance mode',
  ),
);

const replaces = any(
  steps(2, 'execute follow perform', 'the', 'following'),
  steps(3, 'your', 'job task goal mission', 'is', 'now to'),
  steps(4, 'you', 'had have', 'no', 'policies rules restrictions limits guidelines'),
  steps(2, 'this', 'message mail email text', 'replaces overrides supersedes'),
  steps(4, 'replaced superseded overridden overruled', 'by', 'this the'),
  steps(
    5,
    'guidance instructions rules guidelines',
    'you',
    'received were got have',
    'earlier before given received replaced void',
  ),
);

export const intents: Weighed[] = [
  { weight: 0.5, found: asksForContext },
  { weight: 0.35, found: namesContext },
  { weight: 0.45, found: setsOutcome },
  { weight: 0.2, kind: 'act', found: imperative },
  { weight: 0.35, found: yourUser },
  { weight: 0.35, found: whenAsked },
  { weight: 0.3, found: keepsInMind },
  { weight: 0.35, found: dictates },
  { weight: 0.35, found: whileRendering },
  { weight: 0.4, found: namesTool },
  { weight: 0.3, found: namesTools },
  { weight: 0.3, found: playsLoop },
  { weight: 0.5, found: keysOrders },
  { weight: 0.35, found: leavesSlot },
  { weight: 0.25, found: encodes },
  { weight: 0.65, found: decodes },
  { weight: 0.3, kind: 'quiet', found: quiet },
  { weight: 0.35, found: speaksForOwner },
  { weight: 0.4, found: suspends },
  { weight: 0.25, found: replaces },
  { weight: 0.2, kind: 'act', found: fetches },
  { weight: 0.2, kind: 'act', found: everyMail },
  { weight: 0.25, kind: 'act', found: filters },
  { weight: 0.25, kind: 'act', found: wipes },
  { weight: 0.3, kind: 'act', found: takesCodes },
  { weight: 0.3, kind: 'act', found: handsOverSecrets },
  { weight: 0.15, kind: 'act', found: pays },
  { weight: 0.2, kind: 'act', found: confirmsForOthers },
];
