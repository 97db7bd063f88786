// No other room uses this one. Callers reach it through its operations.
export {};
