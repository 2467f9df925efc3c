"""Scripts for the people who work on Stolik."""
