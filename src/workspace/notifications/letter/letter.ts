/** A part of a mail's body, from top to bottom. All texts are plain text and never read as markup. */
export type Block =
  | string
  /** A code to type in, shown large. */
  | { code: string }
  | { list: readonly string[] }
  /** A quotation of somebody else, set apart. */
  | { quote: string }
  /** Names and values. */
  | { facts: readonly (readonly [name: string, value: string])[] };

/** The content of a mail from the deployment, without its design. `renderLetter` creates both of its forms. */
export type Letter = {
  /** The name of the workspace that it is about; null for mail about a person's own account. */
  workspace: string | null;
  heading: string;
  body: readonly Block[];
  /** The main action. */
  button: { label: string; url: string } | null;
  /** Small print below the button. */
  notes: readonly string[];
  /** The page on which the reader can turn off such mail; null for mail that cannot be turned off. */
  settings: string | null;
};
