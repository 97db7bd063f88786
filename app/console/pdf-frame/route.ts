import type { NextRequest } from 'next/server';
import { pdfScript } from '#api/console/pdf-scripts.ts';
import { emptyPdfFrame } from '../mailbox/pdf-frame.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export const GET = ({ nextUrl }: NextRequest) =>
  pdfScript(nextUrl.searchParams.get('part')) ?? emptyPdfFrame();
