"""Speed, measured beside other packages in one run."""
