export { eraser } from './erasure.ts';
export { exportLinks } from './export-links.ts';
