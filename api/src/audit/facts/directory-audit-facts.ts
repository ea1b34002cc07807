/** One entry of the directory audit log: who did what to which objects. */
export type DirectoryAuditEntry = {
  at: string;
  activity: string;
  category: string;
  /** Null: the log does not say. */
  by: { kind: 'user' | 'app'; name: string; id: string | null } | null;
  targets: { id: string | null; name: string | null; type: string | null }[];
  /** Names and template ids of the roles that the entry names. */
  roles: string[];
};

/** What the directory audit log says of settings and roles since a moment, newest first. */
export type DirectoryAuditFacts = {
  since: string;
  /** False where there are more entries than are kept: the oldest are missing. */
  complete: boolean;
  entries: DirectoryAuditEntry[];
};
