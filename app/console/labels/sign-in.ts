import { labelOf } from './label-of.ts';

/** The fields of the sign-in forms, by their paths in the calls. */
const fields: Record<string, string> = {
  email: 'Email address',
  name: 'Your name',
  code: 'Code',
  workspace: 'Workspace',
  'workspace.name': 'Workspace',
  'workspace.slug': 'Short name',
};

/** The problem of a sign-in form's field with its name, for example `Short name: Use at most 40 characters.` */
export function signInProblem({ path, message }: { path: string; message: string }): string {
  const field = labelOf(fields, path);
  return field === undefined ? message : `${field}: ${message}`;
}
