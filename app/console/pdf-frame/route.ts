import type { NextRequest } from 'next/server';
import { pdfLibrary } from '#api/console/pdf-library.ts';
import { emptyPdfFrame } from '../mailbox/pdf-frame.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export const GET = ({ nextUrl }: NextRequest) =>
  nextUrl.searchParams.get('part') === 'library' ? pdfLibrary() : emptyPdfFrame();
