import { emptyFrame } from '../mailbox/frame-document.ts';

export const dynamic = 'force-dynamic';

export const GET = () => emptyFrame();
