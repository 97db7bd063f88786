import { type ShellToken, shellTokens } from '../shell-tokens.ts';
import { CopyButton } from './copy-button.tsx';

const colours: Record<ShellToken['kind'], string> = {
  plain: '',
  comment: 'text-code-comment',
  string: 'text-code-string',
  variable: 'text-code-variable',
  option: 'text-code-option',
};

/** A shell snippet with its caption and a copy button. Long lines scroll inside of it. */
export function CodeBlock({
  caption,
  snippet,
  subject,
}: {
  caption: string;
  snippet: string;
  subject: string;
}) {
  let offset = 0;
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-4">
        <code className="truncate text-xs text-ink-soft">{caption}</code>
        <CopyButton text={snippet} subject={subject} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3.5 text-[13px] leading-relaxed -outline-offset-2">
        <code>
          {shellTokens(snippet).map((token) => {
            const key = offset;
            offset += token.text.length;
            return (
              <span key={key} className={colours[token.kind]}>
                {token.text}
              </span>
            );
          })}
        </code>
      </pre>
    </figure>
  );
}
