/** For the components, which know the contract by nothing else. */
export { findSpans, foldSearch, foldText } from '#contract/fold-text.ts';
