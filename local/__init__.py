"""What a machine of one's own needs to run the service: embedded PostgreSQL and Redis, and the supervisor that looks after them."""
