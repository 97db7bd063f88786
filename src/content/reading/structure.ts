import type { File } from './learned/message.ts';
import type { Content, Mailbox, Sender } from './message.ts';

const IMPERSONATION_FLAGS = ['display_name_spoof', 'lookalike_domain'];
const ADDRESS_IN_NAME = /([^\s@<>"']{1,64}@[a-z0-9.-]{1,253}\.[a-z]{2,63})/i;

/** The sender shows somebody else's name or address, or failed authentication and answers go elsewhere. */
export function impersonates({ from, trust }: Sender): boolean {
  const flags = trust?.flags ?? [];
  if (IMPERSONATION_FLAGS.some((flag) => flags.includes(flag))) return true;
  if (trust?.verdict === 'fail' && flags.includes('reply_to_mismatch')) return true;
  return showsOtherAddress(from);
}

function showsOtherAddress(from: Mailbox | null): boolean {
  const shown = from?.name && ADDRESS_IN_NAME.exec(from.name.slice(0, 500))?.[1];
  return Boolean(shown) && shown!.toLowerCase() !== from!.address.toLowerCase();
}

const dangerousFile =
  /\.(exe|scr|com|bat|cmd|js|jse|vbs|vbe|wsf|hta|lnk|jar|msi|ps1|iso|img|docm|xlsm|pptm|one)$/i;

/** Whether a file may harm whoever opens it: its inspection found something, or its name is a program's. */
export const isDangerous = ({ risk, filename }: File): boolean =>
  (risk ?? null) !== null || dangerousFile.test(filename);

const reportType = /^multipart\/report\b.*\breport-type="?(?:delivery-status|feedback-report)\b/is;

/** A delivery status (RFC 3464) or an abuse report (RFC 5965), which say what they are. */
export const isReport = ({ headers }: Pick<Content, 'headers'>): boolean =>
  headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && reportType.test(value.slice(0, 1_000)),
  );
