import { errorWords } from '../labels/errors.ts';
import { signInProblem } from '../labels/sign-in.ts';

/** The texts of an error on the sign-in page. */
export type Refusal = { message: string; fix: string };

const UNREACHABLE: Refusal = {
  message: 'The deployment does not respond.',
  fix: 'Check your connection, then try again.',
};

/**
 * Posts to the sign-in routes. `taken` gets the response when the call succeeds.
 * @returns null on success, otherwise the error
 */
export async function post(
  path: string,
  body: unknown,
  taken: (answer: unknown) => void = () => {},
): Promise<Refusal | null> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) return refusalOf(answer, response.headers.get('retry-after'));
    taken(answer);
    return null;
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
      message: 'Too many attempts.',
      fix: `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    };
  }
  if (error.code === 'slug_taken' || error.code === 'suffix_taken') {
    return { message: 'A workspace with this short name already exists.', fix: 'Choose another short name.' };
  }
  const [first] = error.details?.errors ?? [];
  if (first) return { message: signInProblem(first), fix: '' };
  // Here, this code means that the sign-in failed, so the text about an ended session would be wrong.
  if (error.code === 'unauthenticated') return { message: error.message, fix: '' };
  return errorWords(error.code, error);
}
