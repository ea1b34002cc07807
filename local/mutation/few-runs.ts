import fc from 'fast-check';

/**
 * fast-check as property tests get it under mutation: the same values for every mutant, so that a score can be had again,
 * and as many as fit into 25 ms. The ordinary run knows nothing of this.
 */
fc.configureGlobal({ seed: 1, interruptAfterTimeLimit: 25, markInterruptAsFailure: false });

export * from 'fast-check';
export default fc;
