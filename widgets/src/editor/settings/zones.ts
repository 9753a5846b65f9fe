/** The time zones that this browser knows. */
export const zones = (): string[] => Intl.supportedValuesOf('timeZone');
