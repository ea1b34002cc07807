/** A property's name (`excludeUsers`) as words ('Exclude users'); a name with other characters stays as it is. */
function words(name: string): string {
  if (name === '@odata.type') return 'Kind';
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  const spaced = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Where a setting stands within its object: 'Conditions › Users › Exclude users'. */
export function settingPath(path: readonly string[]): string {
  return path.map(words).join(' › ');
}
