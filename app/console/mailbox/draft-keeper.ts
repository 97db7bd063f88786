import { failureOf } from '../data/failures.ts';
import type { StoredDraft, useTRPCClient } from '../data/trpc.ts';
import { type About, type Draft, newKey } from './compose-draft.ts';
import { dropSpareWords, keepSpareWords, spareWriter } from './spare-words.ts';
import { contentOf, type FilesOnServer, filesOnServer, isUntouched, modes } from './stored-draft.ts';

const TYPING_PAUSE_MS = 1_500;
/** After a save that failed for a moment: how long until the next one, at first and at most. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** How the draft on the server stands. `waiting`: it could not be saved, and the next try follows. */
export type DraftState = 'untouched' | 'saved' | 'waiting' | 'refused' | 'conflict';

type Client = Pick<ReturnType<typeof useTRPCClient>, 'drafts'>;
type Listeners = { onState: (state: DraftState) => void; onCreated: (id: string) => void };

/** Whether the same save can succeed a moment later. An ended session is renewed in another tab. */
const passes = (error: unknown): boolean => {
  const { code, retryable } = failureOf(error);
  return retryable || code === 'unauthenticated';
};

/**
 * Keeps one composition on the server while it is written, so that it survives the browser. Saves follow each other. One
 * that fails for a moment is tried again, also after its form has closed; until it succeeds, this tab keeps the words.
 */
export class DraftKeeper {
  readonly #about: About;
  readonly #client: Client;
  readonly #listeners: Listeners;
  readonly #writer = newKey();
  #stored: Pick<StoredDraft, 'id' | 'version'> | null;
  #files: FilesOnServer;
  #unsaved: Draft | null = null;
  /** Nothing is saved any more: the draft was sent or discarded, or another window has a newer version. */
  #isOver = false;
  /** A form that has just closed saves what it has; later on, only what no other form has taken over. */
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

  /** Something that would be lost with this tab is on its way to the server. */
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

  /** Saves the draft once nobody has typed for a moment. */
  write(draft: Draft): void {
    this.#unsaved = draft;
    if (!this.#isOver) this.#keepHere(draft);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#enqueue(draft), TYPING_PAUSE_MS);
  }

  flush(): void {
    if (this.#unsaved) void this.#enqueue(this.#unsaved);
  }

  /** Saves at once what is not saved yet. @returns whether the server has it */
  async keep(): Promise<boolean> {
    if (this.#unsaved) await this.#enqueue(this.#unsaved);
    return this.#unsaved === null || isUntouched(this.#about, this.#unsaved);
  }

  /** Deletes the draft from the server. A draft that is not there any more counts as deleted. */
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
    // Another window has a newer version: this one stops saving, and what is written here stays in the form.
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

  /** Another form shows these words now, and saves them. */
  #isTaken(): boolean {
    if (this.#form === 'open') return false;
    const by = spareWriter(this.#about, this.#stored?.id ?? null);
    return by !== this.#writer && (by !== null || this.#form === 'closed');
  }

  #keepHere(now: Draft): void {
    keepSpareWords(this.#about, this.#stored?.id ?? null, now, this.#writer);
  }
}
