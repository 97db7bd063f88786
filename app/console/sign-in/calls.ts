/** What the sign-in page says about a refusal. */
export type Refusal = { message: string; fix: string };

const UNREACHABLE: Refusal = {
  message: 'The deployment does not answer.',
  fix: 'Look at your connection, then try again.',
};

/** Posts to the sign-in routes. @returns null when it went well, else why not */
export async function post(path: string, body: unknown): Promise<Refusal | null> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok ? null : refusalOf(await response.json(), response.headers.get('retry-after'));
  } catch {
    return UNREACHABLE;
  }
}

type Envelope = {
  error: {
    code: string;
    message: string;
    fix: string;
    details?: { errors?: { path: string; message: string }[] };
  };
};

function refusalOf({ error }: Envelope, retryAfter: string | null): Refusal {
  if (error.code === 'rate_limited') {
    const minutes = Math.ceil(Number(retryAfter ?? 60) / 60);
    return {
      message: 'Too many tries.',
      fix: `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    };
  }
  if (error.code === 'slug_taken' || error.code === 'suffix_taken') {
    return { message: 'A workspace with this short name exists.', fix: 'Choose another.' };
  }
  const [first] = error.details?.errors ?? [];
  if (first) return { message: `${first.path}: ${first.message}`, fix: '' };
  return { message: error.message, fix: error.code === 'unauthenticated' ? '' : error.fix };
}

/** Where to go afterwards: a page of the console, and nowhere else. */
export const safeNext = (next: string | undefined): string =>
  next && /^\/console(\/|\?|$)/.test(next) && !next.includes('\\') ? next : '/console/mail';
