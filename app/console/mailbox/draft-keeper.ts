import { failureOf } from '../data/failures.ts';
import type { StoredDraft, useTRPCClient } from '../data/trpc.ts';
import { type About, type Draft, newKey } from './compose-draft.ts';
import { dropSpareWords, keepSpareWords, spareWriter } from './spare-words.ts';
import { contentOf, type FilesOnServer, filesOnServer, isUntouched, modes } from './stored-draft.ts';

const TYPING_PAUSE_MS = 1_500;
/** The first and the longest wait after a save that failed temporarily. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** The state of the draft on the server. `waiting` means that a save failed and will be tried again. */
export type DraftState = 'untouched' | 'saved' | 'waiting' | 'refused' | 'conflict';

type Client = Pick<ReturnType<typeof useTRPCClient>, 'drafts'>;
type Listeners = { onState: (state: DraftState) => void; onCreated: (id: string) => void };

/** Whether the same save may succeed later. An ended session can be renewed in another tab. */
const passes = (error: unknown): boolean => {
  const { code, retryable } = failureOf(error);
  return retryable || code === 'unauthenticated';
};

/**
 * Saves one composition on the server while it is written, so that it survives the browser. Saves run one after another. A
 * save that fails temporarily is tried again, even after the form has closed; until it succeeds, this tab keeps the text.
 */
export class DraftKeeper {
  readonly #about: About;
  readonly #client: Client;
  readonly #listeners: Listeners;
  readonly #writer = newKey();
  #stored: Pick<StoredDraft, 'id' | 'version'> | null;
  #files: FilesOnServer;
  #unsaved: Draft | null = null;
  /** Whether saving has ended: the draft was sent or discarded, or another window has a newer version. */
  #isOver = false;
  /** A form that is closing still saves its text. Afterwards, only text that no other form has taken over is saved. */
  #form: 'open' | 'closing' | 'closed' = 'open';
  #saving: Promise<void> = Promise.resolve();
  #timer?: ReturnType<typeof setTimeout>;
  #wait = FIRST_RETRY_MS;

  constructor(about: About, initial: StoredDraft | null, client: Client, listeners: Listeners) {
    this.#about = about;
    this.#client = client;
    this.#listeners = listeners;
    this.#stored = initial;
    this.#files = filesOnServer(initial);
  }

  /** Whether there is unsaved text that would be lost with this tab. */
  get isBehind(): boolean {
    return this.#unsaved !== null && !this.#isOver;
  }

  open(): void {
    this.#form = 'open';
  }

  close(): void {
    this.#form = 'closing';
    this.flush();
  }

  /** Saves the draft when the person has stopped typing for a moment. */
  write(draft: Draft): void {
    this.#unsaved = draft;
    if (!this.#isOver) this.#keepHere(draft);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#enqueue(draft), TYPING_PAUSE_MS);
  }

  flush(): void {
    if (this.#unsaved) void this.#enqueue(this.#unsaved);
  }

  /** Saves unsaved text at once. @returns whether the server has everything */
  async keep(): Promise<boolean> {
    if (this.#unsaved) await this.#enqueue(this.#unsaved);
    return this.#unsaved === null || isUntouched(this.#about, this.#unsaved);
  }

  /** Deletes the draft from the server. A draft that no longer exists counts as deleted. */
  async forget(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#saving;
    const draft_id = this.#stored?.id ?? null;
    if (draft_id !== null)
      await this.#client.drafts.delete
        .mutate({ identity_id: this.#about.identity.id, draft_id })
        .catch((error: unknown) => {
          if (failureOf(error).code === 'draft_not_found') return;
          this.#isOver = false;
          throw error;
        });
    dropSpareWords(this.#about, draft_id);
  }

  #enqueue(now: Draft): Promise<void> {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#save(now)).catch((error: unknown) => this.#onFailure(error));
    return this.#saving;
  }

  async #save(now: Draft): Promise<void> {
    if (this.#isOver || this.#isTaken()) return;
    const before = this.#stored;
    if (before === null && isUntouched(this.#about, now)) {
      dropSpareWords(this.#about, null);
      return;
    }
    const stored = await this.#store(now);
    this.#stored = stored;
    this.#files = {
      files: now.files,
      ids: new Map(now.files.flatMap(({ id }, at) => [[id, stored.attachments[at]?.id ?? '']])),
    };
    dropSpareWords(this.#about, before?.id ?? null);
    if (this.#unsaved === now) this.#unsaved = null;
    else if (this.#unsaved) this.#keepHere(this.#unsaved);
    this.#wait = FIRST_RETRY_MS;
    this.#listeners.onState('saved');
    if (!before && this.#form === 'open') this.#listeners.onCreated(stored.id);
  }

  #store(now: Draft): Promise<StoredDraft> {
    const { identity, mode, message } = this.#about;
    const content = contentOf(this.#about, now, this.#files);
    if (this.#stored) {
      const { id: draft_id, version } = this.#stored;
      return this.#client.drafts.update.mutate({ identity_id: identity.id, draft_id, version, ...content });
    }
    return this.#client.drafts.create.mutate({
      identity_id: identity.id,
      mode: modes[mode],
      ...(message && { in_reply_to_message_id: message.id }),
      ...content,
    });
  }

  #onFailure(error: unknown): void {
    // Another window has a newer version, so this one stops saving. The text stays in the form.
    if (failureOf(error).code === 'draft_conflict') {
      this.#isOver = true;
      this.#listeners.onState('conflict');
      return;
    }
    if (!passes(error)) {
      this.#listeners.onState('refused');
      return;
    }
    this.#listeners.onState('waiting');
    if (this.#form === 'closing') this.#form = 'closed';
    this.#timer = setTimeout(() => this.flush(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LAST_RETRY_MS);
  }

  /** Whether another form has taken over this text and saves it. */
  #isTaken(): boolean {
    if (this.#form === 'open') return false;
    const by = spareWriter(this.#about, this.#stored?.id ?? null);
    return by !== this.#writer && (by !== null || this.#form === 'closed');
  }

  #keepHere(now: Draft): void {
    keepSpareWords(this.#about, this.#stored?.id ?? null, now, this.#writer);
  }
}
