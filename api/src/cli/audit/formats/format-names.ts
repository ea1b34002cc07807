/** What an audit can be written as. */
export const formatNames = ['json', 'csv', 'pdf', 'html', 'sarif', 'junit', 'snapshot'] as const;
export type FormatName = (typeof formatNames)[number];
