import type { NextRequest } from 'next/server';
import { emptyFrame } from '../mailbox/frame-document.ts';

export const dynamic = 'force-dynamic';

export const GET = ({ nextUrl }: NextRequest) => emptyFrame(nextUrl.searchParams);
