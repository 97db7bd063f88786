import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names. A later class overrides an earlier one for the same property. */
export const cn = (...values: ClassValue[]): string => twMerge(clsx(values));
