'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useMay } from '../data/session.tsx';
import type { Message } from '../data/trpc.ts';
import { hrefOf } from './attachments.tsx';

/** Returns the image of a `cid:` URL as a `data:` URL, or null if the message does not contain it. */
export type ImageOf = (contentId: string) => Promise<string | null>;

/** Image types that cannot contain anything but an image. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const MOST_BYTES = 4 * 1024 * 1024;

/** The embedded images of a message. The frame cannot load anything, so the page passes them in. */
export function useInlineImages(message: Message): ImageOf {
  const queryClient = useQueryClient();
  const mayRead = useMay('attachments:read');
  const latest = useRef(message);
  latest.current = message;
  return useCallback(
    async (contentId) => {
      const { attachments } = latest.current;
      const found = attachments.find(
        ({ content_id, content_type, risk, size }) =>
          content_id !== null &&
          bare(content_id) === bare(contentId) &&
          DRAWN.test(content_type) &&
          risk === null &&
          size <= MOST_BYTES,
      );
      if (!found || !mayRead) return null;
      return queryClient.fetchQuery({
        queryKey: ['inline-image', found.id],
        queryFn: () => readImage(hrefOf(latest.current, found), found.content_type),
        staleTime: Number.POSITIVE_INFINITY,
      });
    },
    [queryClient, mayRead],
  );
}

const bare = (contentId: string): string => contentId.replace(/^<|>$/g, '');

async function readImage(href: string, type: string): Promise<string | null> {
  const response = await fetch(href);
  if (!response.ok) return null;
  const image = new Blob([await response.arrayBuffer()], { type });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(image);
  });
}
