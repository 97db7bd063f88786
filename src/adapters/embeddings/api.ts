import { type Embeddings, normalized, TextRefused } from '#kernel/ports/embeddings.ts';

const REFUSED = new Set([400, 413, 422]);
/** The default maximum of text-embeddings-inference for one request. */
const BATCH = 32;

/** Any OpenAI-compatible embeddings API: OpenAI, Ollama, text-embeddings-inference. */
export function createApiEmbeddings(options: { url: string; model: string; key: string | null }): Embeddings {
  return {
    model: options.model,
    batch: BATCH,
    lacks: () => null,
    async embed(texts, signal) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { APICallError, embedMany } = await import('ai');
      const provider = createOpenAICompatible({
        name: 'embeddings',
        baseURL: options.url,
        ...(options.key === null ? {} : { apiKey: options.key }),
      });
      const values = [...texts];
      const asked = embedMany({
        model: provider.embeddingModel(options.model),
        values,
        maxRetries: 0,
        abortSignal: signal,
      });
      const { embeddings } = await asked.catch((error) => {
        if (APICallError.isInstance(error) && REFUSED.has(error.statusCode ?? 0))
          throw new TextRefused(error.message);
        throw error;
      });
      if (embeddings.length !== texts.length) throw new Error('The embeddings API left texts out.');
      return embeddings.map(normalized);
    },
    close: async () => {},
  };
}
