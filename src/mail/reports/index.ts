export { eraser } from './erasure.ts';
export { isReportAddress, type ReceivedReports, readReports } from './read.ts';
export { storeReports } from './store.ts';
