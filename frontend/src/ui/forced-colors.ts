/**
 * Where the system forces its own colors (Windows' contrast themes), every background becomes the canvas: what shows
 * something by a background or a stroke alone names a system color under this key of `makeStyles`.
 */
export const forcedColors = '@media (forced-colors: active)';
