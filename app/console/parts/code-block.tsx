import { type CodeToken, codeTokens, type Language } from '../code-tokens.ts';
import { cn } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';

const colours: Record<CodeToken['kind'], string> = {
  plain: '',
  comment: 'text-code-comment',
  string: 'text-code-string',
  variable: 'text-code-variable',
  option: 'text-code-option',
};

type CodeBlockProps = {
  caption: string;
  snippet: string;
  /** Completes the name of the copy button: "Copy the setup lines". */
  subject: string;
  language?: Language;
  className?: string;
};

/** A snippet with a caption and a copy button. Long lines scroll. */
export function CodeBlock({ caption, snippet, subject, language = 'shell', className }: CodeBlockProps) {
  let offset = 0;
  return (
    <figure className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex shrink-0 items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-4">
        <code className="truncate text-xs text-ink-soft">{caption}</code>
        <CopyButton text={snippet} subject={subject} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className={cn('overflow-auto px-4 py-3.5 text-[13px] leading-relaxed -outline-offset-2', className)}
      >
        <code>
          {codeTokens(snippet, language).map((token) => {
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
