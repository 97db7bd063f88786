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

/** What is wrong with a field of a sign-in form, with its name: `Short name: Use at most 40 characters.` */
export function signInProblem({ path, message }: { path: string; message: string }): string {
  const field = labelOf(fields, path);
  return field === undefined ? message : `${field}: ${message}`;
}
