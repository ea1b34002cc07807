/** Without it Graph answers for the members of a group with hidden membership as if there were none. */
export const hiddenMembership = 'Member.Read.Hidden';

/** The code of a dataset of which such a group is missing. */
export const hiddenMembershipCode = 'HiddenMembership';
