const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, in an element or an attribute. */
export const asHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);
