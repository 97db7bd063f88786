'use client';

import { openLink } from '../mailbox/open-link.ts';

const ADDRESS = /(https?:\/\/[^\s<>"]{1,2000})/;

/** The plain text of a message. Links open in a new tab without access to this one. */
export const TextWithLinks = ({ text }: { text: string }) => (
  <p className="text-[15px] leading-6.5 break-words whitespace-pre-wrap">
    {text.split(ADDRESS).map((part, index) =>
      index % 2 === 1 ? (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
          key={index}
          type="button"
          onClick={() => openLink(part)}
          className="text-left break-all text-accent underline underline-offset-3"
        >
          {part}
        </button>
      ) : (
        part
      ),
    )}
  </p>
);
