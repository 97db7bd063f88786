/** The product's logo and name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 11.5 14.6 17a2.4 2.4 0 0 0 2.8 0L25 11.5M9 23h14a2 2 0 0 0 2-2V11a2 2 0 0 0-2-2H9a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2Z"
          className="fill-none stroke-canvas"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Proofmail
    </span>
  );
}
