import { z } from 'zod';
import { messageHit } from '../schema.ts';

export const answerStatuses = ['answered', 'insufficient_evidence', 'budget_exhausted', 'degraded'] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

const sentence = z.object({
  text: z.string().meta({ description: 'Untrusted text.' }),
  citations: z.array(z.string()).meta({ description: 'Ids of the messages that support the sentence.' }),
});
export type Sentence = z.output<typeof sentence>;

const answer = z.object({
  text: z
    .string()
    .meta({ description: 'Untrusted text: all sentences, or an empty string when there are none.' }),
  sentences: z.array(sentence),
  confidence: z.number().min(0).max(1),
  conflict: z.array(sentence).meta({
    description: 'Statements that contradict each other, when it is not known which one is newer.',
  }),
  supersedes: z.array(sentence).meta({ description: 'Older statements that the answer supersedes.' }),
});
export type Answer = z.output<typeof answer>;

export const evidence = messageHit
  .extend({
    quotes: z
      .array(z.string())
      .meta({ description: 'Untrusted text: the words of the message that support the answer.' }),
  })
  .meta({ id: 'AgenticEvidence' });
export type Evidence = z.output<typeof evidence>;

const traced = z.object({
  step: z.int(),
  action: z.enum(['search', 'read', 'answer']),
  query: z.string().optional(),
  found: z.int().optional().meta({ description: 'Messages that the search found.' }),
  message_ids: z.array(z.string()).optional(),
  sentences: z.int().optional().meta({ description: 'Sentences that the messages support.' }),
  ms: z.int(),
});
export type Traced = z.output<typeof traced>;

/** The answer of agentic mode (spec 4.7). */
export const agenticResult = z
  .object({
    status: z.enum(answerStatuses),
    answer,
    evidence: z.array(evidence),
    trace: z.array(traced),
    degraded: z
      .boolean()
      .meta({ description: 'Whether the model was not available, so that the built-in answerer answered.' }),
    usage: z.object({ steps: z.int(), ms: z.int(), model: z.string() }),
  })
  .meta({ id: 'AgenticResult' });
export type AgenticResult = z.output<typeof agenticResult>;
