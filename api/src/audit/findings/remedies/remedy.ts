/** One piece of work that mends what several checks find. Its help article is `frontend/public/help/{id}.md`. */
export type Remedy = {
  id: string;
  /** What is done, as a technician would note it. */
  title: string;
  checks: readonly string[];
};
