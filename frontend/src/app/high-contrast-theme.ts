/** In a file of its own, which who never chose it does not load. Teams' is Fluent's one theme of high contrast. */
export { teamsHighContrastTheme } from '@fluentui/react-components';
