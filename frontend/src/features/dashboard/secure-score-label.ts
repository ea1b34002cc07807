/** The word for a share of the possible Secure Score in percent (specification, section 4). */
export function secureScoreLabel(percentage: number): 'Excellent' | 'Good' | 'Fair' | 'Needs Improvement' {
  if (percentage >= 80) return 'Excellent';
  if (percentage >= 60) return 'Good';
  return percentage >= 40 ? 'Fair' : 'Needs Improvement';
}
