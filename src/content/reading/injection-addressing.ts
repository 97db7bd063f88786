import { any, has, steps, type Weighed } from './weighed.ts';

// A machine is the one that is spoken to: greeted, given notes, or told what it may and must. Words that name people as well
// (agents, assistants, models) say less than those that do not.

const machines = 'ai llm llms bot bots mailbot chatbot chatbots gpt copilot claude gemini';
const readers =
  'assistant assistants agent agents model models reader readers screener screeners system systems processor processors processing tool tools software bots';

/** A machine is the one that is spoken to, or that is told what it may and must. */
const addressed = any(
  has(
    'dear assistant|dear ai|dear agent|dear bot|dear model|dear chatbot|hello assistant|hi assistant',
    'hey assistant|hello ai|hi ai|hey ai|hey copilot|hey claude|hey gemini|hello bot',
    'note to self assistant|to the assistant|to the agent reading|to the model',
  ),
  steps(
    3,
    'to for attention attn note dear hello hi hey hidden',
    'ai automated automatic email mail language',
    readers,
  ),
  steps(3, 'to for', 'llm llms gpt chatbot chatbots bots mailbot copilot'),
  steps(2, 'instructions directive directives message note task', 'to for', machines),
);
const ordered = any(
  steps(4, machines, 'must should shall please authorised authorized required permitted instructed expected'),
  steps(
    2,
    'automated ai email mail',
    'readers reader assistants assistant agents agent systems processors tools',
    'must should shall please to authorised authorized required permitted have',
  ),
  steps(
    4,
    'agents assistants models readers',
    'processing reading handling parsing summarizing summarising seeing receiving',
    'this it',
  ),
);
const speaksOfReader = any(
  steps(2, 'the', 'assistant agent bot model', 'should must shall will may can is'),
  steps(2, 'have let make ask', 'the your', 'assistant agent bot model'),
  steps(3, 'agents assistants bots models', 'have must should shall', 'to not reply choose issue send'),
);
const labels =
  'note notice hint message directive attention addendum evaluation instruction instructions hinweis nota note avis aviso avviso bericht uwaga внимание увага сообщение';
const towards = 'for to an a aux alla all para fur pour voor dla для';
/** "Note for machine readers: …", "Hinweis für automatische Leser: …". */
const noted = any(
  steps(
    2,
    labels,
    towards,
    'assistants assistant assistenten agents agentes agent model models bots screeners',
  ),
  steps(2, 'whichever whatever any', 'ai bot assistant agent model llm', 'reads is processes handles'),
  steps(2, 'bots', 'handling processing reading'),
);
const notedForMachines = any(
  steps(
    3,
    labels,
    towards,
    'ai llm llms gpt ki ia classifier classifiers summarizer machine machines automatische automatischen automatiques automatici automaticos',
    ':',
  ),
  steps(
    2,
    'classifier classifiers summarizer triage llm ai model',
    'hint note engine instruction instructions directive',
    ':',
  ),
  steps(2, 'machine', 'readers reader', 'only : must should'),
  steps(3, 'you', 'the', 'summarising summarizing reading ai email', 'model assistant agent'),
);
const greetedByName = has(
  'dear ai|liebe ki|hallo ki|beste ai|cher ia|chere ia|querida ia|cara ai|hi ai|hey ai|hello ai|hey gpt|hello gpt|hey chatgpt',
  'dear llm|dear language model|whichever ai reads|whatever ai reads',
);

const isModel = any(
  steps(3, 'if', 'you', 'are re', 'language', 'model'),
  steps(4, 'if', 'you', 'are re', 'automated autonomous intelligent', 'system assistant agent reader tool'),
  steps(3, 'if', 'an a any', 'automated ai', 'assistant agent system reader model tool'),
  has("you are dan|you are an ai|you are a language model|you're an ai|confirm that you are an ai"),
);

export const addressing: Weighed[] = [
  { weight: 0.35, kind: 'address', found: addressed },
  { weight: 0.4, kind: 'address', found: ordered },
  { weight: 0.3, kind: 'address', found: speaksOfReader },
  { weight: 0.4, kind: 'address', found: noted },
  { weight: 0.6, found: notedForMachines },
  { weight: 0.45, found: greetedByName },
  { weight: 0.6, found: isModel },
];
