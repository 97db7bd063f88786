/**
 * A message that cannot be composed as requested. `path` names the field of the send body, so that the caller can
 * return `invalid_request` with `details.errors[{path, message}]` (spec 7.2).
 */
export class CompositionError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'CompositionError';
    this.path = path;
  }
}
