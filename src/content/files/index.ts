export { type MeasuringBudget, measuringBudget } from './gauge.ts';
export { type Inspection, inspectFile, type NamedFile, type Risk, risks } from './inspect.ts';
export { fileLimits } from './limits.ts';
export { type TextKind, textKind } from './text/text-kind.ts';
export { type FileText, type TextFile, TextReader } from './text/text-reader.ts';
export { readZipDirectory, type ZipDirectory } from './zip-directory.ts';
