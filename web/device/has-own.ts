/** TVs of 2021 lack it, and libraries of the console need it. */
if (!Object.hasOwn) Object.hasOwn = (object, key) => Object.hasOwn(object, key)

export {}
