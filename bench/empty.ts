// What Node costs by itself.
export {};
