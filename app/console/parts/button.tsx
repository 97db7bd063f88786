import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** The styles of buttons, also for links. */
export const buttonLook = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        primary: 'bg-ink text-canvas hover:bg-ink/85',
        plain: 'border border-line-strong bg-surface text-ink hover:bg-hover',
        quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
        danger: 'bg-bad text-canvas hover:bg-bad/85',
      },
      size: {
        normal: 'h-9 px-3.5 text-sm',
        small: 'h-8 px-2.5 text-[13px]',
        icon: 'size-9',
      },
    },
    defaultVariants: { tone: 'plain', size: 'normal' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonLook>;

/** A button. `shortcut` is the key that does the same; it is shown on devices with a keyboard. */
export function Button({
  tone,
  size,
  shortcut,
  className,
  type = 'button',
  children,
  ...rest
}: ButtonProps & { shortcut?: string }) {
  return (
    <button
      type={type}
      aria-keyshortcuts={shortcut}
      className={cn(buttonLook({ tone, size }), className)}
      {...rest}
    >
      {children}
      {shortcut ? (
        <span aria-hidden="true" className="font-mono text-xs opacity-70 max-md:hidden pointer-coarse:hidden">
          {shortcut}
        </span>
      ) : null}
    </button>
  );
}

/** An icon button. `label` is its name and tooltip, `shortcut` the key that does the same. */
export function IconButton({
  label,
  shortcut,
  ...rest
}: Omit<ButtonProps, 'size'> & { label: string; shortcut?: string }) {
  const title = shortcut ? `${label} (${shortcut})` : label;
  return (
    <Button
      tone="quiet"
      size="icon"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={title}
      {...rest}
    />
  );
}
